package limit

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Available returns how much memory the process may use, in bytes: the least of the machine's memory and of the limits
// of the control groups (version 1 and 2) that the process is in. It returns 0 if nothing is known, as on systems other
// than Linux. root is "/" except in tests.
func Available(root string) int64 {
	least := int64(0)
	add := func(n int64) {
		if n > 0 && (least == 0 || n < least) {
			least = n
		}
	}
	add(memTotal(filepath.Join(root, "proc/meminfo")))
	add(number(filepath.Join(root, "sys/fs/cgroup/memory.max")))
	add(number(filepath.Join(root, "sys/fs/cgroup/memory/memory.limit_in_bytes")))
	groups, _ := os.ReadFile(filepath.Join(root, "proc/self/cgroup"))
	for line := range strings.Lines(string(groups)) {
		// hierarchy:controllers:path, the path from the mounted root downwards
		part := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(part) != 3 {
			continue
		}
		base, file := "sys/fs/cgroup", "memory.max"
		if part[1] == "memory" {
			base, file = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		} else if part[1] != "" {
			continue
		}
		for dir := filepath.Clean("/" + part[2]); dir != "/"; dir = filepath.Dir(dir) {
			add(number(filepath.Join(root, base, dir, file)))
		}
	}
	return least
}

// number returns the number in a file that holds one number. It returns 0 for "max" and for everything else.
func number(file string) int64 {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// memTotal returns the bytes that a line "MemTotal: 123 kB" says, or 0.
func memTotal(file string) int64 {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		if len(f) >= 2 && f[0] == "MemTotal:" {
			n, err := strconv.ParseInt(f[1], 10, 64)
			if err != nil {
				return 0
			}
			return n << 10
		}
	}
	return 0
}
