//go:build unix

package outfile

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives f the owner and group of the file that it replaces, as far as
// this user may; one who may not has a file of his own.
func keepOwner(f *os.File, old fs.FileInfo) {
	if was, ok := old.Sys().(*syscall.Stat_t); ok {
		f.Chown(int(was.Uid), int(was.Gid))
	}
}
