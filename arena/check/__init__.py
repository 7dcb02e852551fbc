"""The acceptance test of a bot: each step of the protocol tried, and each fault with its likely mend.

In short.

    for finding in check_bot(resolve(spec), games.all()):
        print(finding.status, finding.step, finding.detail)
"""

from arena.check.exam import Terms
from arena.check.examination import check_bot
from arena.check.findings import Finding, Status

__all__ = ["Finding", "Status", "Terms", "check_bot"]
