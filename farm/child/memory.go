package child

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
)

// resident returns how many bytes of memory a process has, where the system tells (Linux); 0: not known. Elsewhere
// only the process itself looks at its memory.
func resident(pid int) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	fields := bytes.Fields(text)
	if len(fields) < 2 {
		return 0
	}
	pages, err := strconv.ParseInt(string(fields[1]), 10, 64)
	if err != nil {
		return 0
	}
	return pages * int64(os.Getpagesize())
}
