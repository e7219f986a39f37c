// Package bound opens files, in functions with a mistake (Leak.., Use.., Twice..) and without one (Fine..), and in
// some of which the model does not tell (Maybe..).
package bound

import (
	"bufio"
	"io"
	"os"
)

// LeakOnError forgets the file where something else fails.
func LeakOnError() error {
	f, err := os.Open("x")
	if err != nil {
		return err
	}
	if _, err := os.Stat("y"); err != nil {
		return err
	}
	return f.Close()
}

// FineDeferred closes the file on every path.
func FineDeferred() error {
	f, err := os.Open("x")
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := os.Stat("y"); err != nil {
		return err
	}
	return nil
}

// FineEarlyDefer calls Close of a file that is not there when Open fails.
func FineEarlyDefer() error {
	f, err := os.Open("x")
	defer f.Close()
	return err
}

// UseAfterClose writes to a file that was closed.
func UseAfterClose() {
	f, err := os.Create("x")
	if err != nil {
		return
	}
	f.Close()
	f.WriteString("late")
}

// UseInGoroutine closes the file while a goroutine may still use it.
func UseInGoroutine() {
	f, err := os.Open("x")
	if err != nil {
		return
	}
	done := make(chan bool)
	go func() {
		f.Read(nil)
		close(done)
	}()
	f.Close()
	<-done
}

// FineInGoroutine waits first.
func FineInGoroutine() {
	f, err := os.Open("x")
	if err != nil {
		return
	}
	done := make(chan bool)
	go func() {
		f.Read(nil)
		close(done)
	}()
	<-done
	f.Close()
}

func open(name string) (*os.File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	return f, nil
}

func closeIt(c io.Closer) { c.Close() }

// FineHelpers opens and closes the file by functions of its own.
func FineHelpers() {
	f, err := open("x")
	if err != nil {
		return
	}
	defer closeIt(f)
	f.Read(nil)
}

// LeakHelpers opens two files so, and forgets one.
func LeakHelpers() {
	f, err := open("x")
	if err != nil {
		return
	}
	defer closeIt(f)
	g, err := open("y")
	if err != nil {
		return
	}
	g.Read(nil)
}

// FineTwo closes two files in turn.
func FineTwo() {
	f, err := os.Open("x")
	if err != nil {
		return
	}
	defer func() { f.Close() }()
	g, err := os.Create("y")
	if err != nil {
		return
	}
	defer g.Close()
	g.Write(nil)
}

// FineLoop opens a file in each turn, and closes it.
func FineLoop(names int) {
	for range names {
		f, err := os.Open("x")
		if err != nil {
			continue
		}
		f.Read(nil)
		f.Close()
	}
}

// LeakLoop closes no file.
func LeakLoop() {
	for range 3 {
		f, err := os.Open("x")
		if err != nil {
			continue
		}
		f.Read(nil)
	}
}

// UseLoop uses the file of a turn after it was closed.
func UseLoop() {
	for range 3 {
		f, err := os.Open("x")
		if err != nil {
			return
		}
		f.Close()
		f.Read(nil)
	}
}

// MaybeLoop closes no file, if it opens some.
func MaybeLoop(names int) {
	for range names {
		if f, err := os.Open("x"); err == nil {
			f.Read(nil)
		}
	}
}

func handle() {
	f, err := os.Open("x")
	if err != nil {
		return
	}
	defer func() { f.Close() }()
	f.Read(nil)
}

// FineLoopOfCalls opens and closes a file in each call.
func FineLoopOfCalls(names int) {
	for range names {
		handle()
	}
}

// MaybeKept keeps the files of all turns, and closes them later.
func MaybeKept(names int) {
	var files []*os.File
	for range names {
		f, err := os.Open("x")
		if err != nil {
			break
		}
		files = append(files, f)
	}
	for _, f := range files {
		f.Close()
	}
}

// MaybeEither closes one of two files, by a variable.
func MaybeEither(n int) {
	f, err := os.Open("x")
	if err != nil {
		return
	}
	g, err := os.Open("y")
	if err != nil {
		f.Close()
		return
	}
	h := f
	if n > 3 {
		h = g
	}
	h.Close()
}

// LeakOneOfTwo may forget the first file, by data, and forgets the second where something fails.
func LeakOneOfTwo(n int) {
	f, err := os.Open("x")
	if err != nil {
		return
	}
	g, err := os.Open("y")
	if err != nil {
		f.Close()
		return
	}
	if _, err := os.Stat("z"); err != nil {
		f.Close()
		return
	}
	if n > 3 {
		f.Close()
	}
	g.Close()
}

type holder struct{ f *os.File }

func (h *holder) open() (err error) {
	h.f, err = os.Open("x")
	return err
}

func (h *holder) close() { h.f.Close() }

// FineField keeps the file in a struct.
func FineField() {
	h := &holder{}
	if err := h.open(); err != nil {
		return
	}
	h.close()
}

// LeakField forgets it there.
func LeakField() {
	h := &holder{}
	if err := h.open(); err != nil {
		return
	}
	h.f.Read(nil)
}

// UseField uses it there when it was closed.
func UseField() {
	h := &holder{}
	if err := h.open(); err != nil {
		return
	}
	h.close()
	h.f.Read(nil)
}

// BoundedLent gives the file to a function of the library.
func BoundedLent() {
	f, err := os.Open("x")
	if err != nil {
		return
	}
	defer f.Close()
	bufio.NewReader(f).ReadByte()
}

var kept *os.File

// MaybeGlobal leaves the file in a package variable.
func MaybeGlobal() {
	f, err := os.Open("x")
	if err != nil {
		return
	}
	kept = f
}

// LeakNilCheck asks the file whether it is there.
func LeakNilCheck() {
	f, _ := os.Open("x")
	if f == nil {
		return
	}
	f.Read(nil)
}

// FineNilCheck asks the same, and closes it.
func FineNilCheck() {
	f, _ := os.Open("x")
	if f != nil {
		f.Close()
	}
}

// UseByGo closes a file that a go statement uses.
func UseByGo() {
	f, err := os.Open("x")
	if err != nil {
		return
	}
	go f.Read(nil)
	f.Close()
}
