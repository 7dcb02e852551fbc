# Stands in for the rules engine: whatever it is asked, it answers {"type": "answer", "best": 0}.
while printf '\202\244type\246answer\244best\000' 2>/dev/null; do :; done
