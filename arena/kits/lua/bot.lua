package.path = arg[0]:match("^(.-)[^/]*$") .. "?.lua;" .. package.path

require("arena").run(require("mybot"))
