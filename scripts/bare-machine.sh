#!/usr/bin/env bash
# sudo scripts/bare-machine.sh [checks | whole | shell]
#
# Tries the last commit of this checkout on a machine with only Node and git. That machine is this one in a
# mount namespace: an overlay takes each change, and every Debian package but those of Node and git is removed from it.
#
#   checks  another user than root installs, and runs the checks and unit tests without a network; the journeys,
#           which find no browser there, end with one sentence
#   whole   root runs `npm ci && npm test`, which installs the browsers
#   shell   opens a shell there, next to a clone
set -euo pipefail

readonly PROJECT=$(cd "$(dirname "$0")/.." && pwd)
readonly SELF=$PROJECT/scripts/${0##*/}
readonly NEWCOMER=newcomer ID=4242

main() {
  local task=${1:-checks}
  [[ $task =~ ^(checks|whole|shell)$ ]] || fail "$0 takes checks, whole or shell"
  [[ -e /etc/debian_version && $(id -u) = 0 ]] ||
    fail "only root can make a bare machine, on Debian or Ubuntu: type sudo $0 $task there"
  if [[ -z ${BARE_MACHINE:-} ]]; then
    local place
    unshare --mount true 2>/dev/null || fail "root makes no mount namespace here: a container needs --privileged"
    place=$(mktemp -d)
    trap "rmdir '$place'" EXIT
    BARE_MACHINE=$place unshare --mount --pid --fork --kill-child --mount-proc "$SELF" "$task"
  else
    make_machine "$BARE_MACHINE"
    "$task"
  fi
}

# Changes are kept in memory, and gone with the namespace.
make_machine() {
  local layers=$1 folder
  mount -t tmpfs tmpfs "$layers"
  mkdir "$layers"/{changes,work,root}
  root=$layers/root
  mount -t overlay overlay -o "lowerdir=/,upperdir=$layers/changes,workdir=$layers/work" "$root"
  mount -t proc proc "$root/proc"
  for folder in dev sys; do mount --rbind "/$folder" "$root/$folder"; done
  for folder in tmp home root opt; do mount -t tmpfs tmpfs "$root/$folder"; done
  chmod 1777 "$root/tmp"
  cp --remove-destination /etc/{hosts,resolv.conf} "$root/etc/"
  echo "$NEWCOMER:x:$ID:$ID::/home/$NEWCOMER:/bin/sh" >>"$root/etc/passwd"
  echo "$NEWCOMER:x:$ID:" >>"$root/etc/group"

  local name variables=("PATH=$(dirname "$(command -v node)"):/usr/sbin:/usr/bin:/sbin:/bin")
  variables+=("npm_config_registry=$(npm config get registry --loglevel=error)")
  for name in CI TERM NODE_EXTRA_CA_CERTS http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY; do
    [[ -z ${!name:-} ]] || variables+=("$name=${!name}")
  done
  in_clone=(sh -c "cd /home/$NEWCOMER/service-link && exec \"\$@\"" sh)
  as_root=(chroot "$root" env -i HOME=/root "${variables[@]}" "${in_clone[@]}")
  as_newcomer=(chroot --userspec="$ID:$ID" "$root" env -i "HOME=/home/$NEWCOMER" "${variables[@]}" "${in_clone[@]}")
  offline=(unshare --net sh -c 'ip link set lo up && exec "$@"' sh)

  git clone --quiet "$PROJECT" "$root/home/$NEWCOMER/service-link"
  step "Node $(node --version), git, and nothing else, at $(git -C "$PROJECT" log -1 --format='%h %s')"
  "${as_root[@]}" sh -ec '
    apt-mark auto $(apt-mark showmanual)
    apt-mark manual $(dpkg-query -Wf "\${Package} " nodejs git ca-certificates libstdc++6 2>/dev/null)
    DEBIAN_FRONTEND=noninteractive apt-get autoremove --purge -y
  ' >"$layers/log" 2>&1 || fail "$(tail -n 20 "$layers/log")"
}

checks() {
  chown -R "$ID:$ID" "$root/home/$NEWCOMER"
  step "npm ci, as another user than root"
  "${as_newcomer[@]}" npm ci
  local script said
  for script in check test:unit; do
    step "npm run $script, as that user and without a network"
    "${offline[@]}" "${as_newcomer[@]}" npm run "$script"
  done
  step "npm run test:e2e, as that user, who has no browser"
  if said=$("${offline[@]}" "${as_newcomer[@]}" npm run --silent test:e2e 2>&1 >/dev/null); then
    fail "the journeys ran without a browser"
  fi
  echo "$said"
  [[ $said =~ ^"The journeys need Chromium, and "[^$'\n']+": type "[^$'\n']+$ ]] || fail "that is not the one sentence"
}

whole() {
  step "npm ci && npm test, as root"
  "${as_root[@]}" npm ci
  "${as_root[@]}" npm test
}

shell() { "${as_root[@]}" bash; }

step() { printf '\n== %s (%d s)\n' "$1" "$SECONDS"; }

fail() {
  echo "$1" >&2
  exit 1
}

main "$@"
