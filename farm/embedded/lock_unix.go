//go:build unix

package embedded

import (
	"os"
	"syscall"
)

// lock reports whether nobody else has a file. The lock ends with the process, or when the file is closed.
func lock(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}
