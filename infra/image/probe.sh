#!/bin/bash
# The image's health check: whether the service of this container is ready. By bash alone: a process of Node every ten
# seconds, in each of ten containers, keeps a core busy.
exec 2>/dev/null 3<>"/dev/tcp/127.0.0.1/$INTERNAL_PORT" || exit 1
printf 'GET /readyz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n' >&3
read -r -t 4 -u 3 _ status _ && [[ $status == 200 ]]
