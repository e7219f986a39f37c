package golang_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flavers/report"
)

// fixes mend kernels of GoBench, most of them as their projects did: text of the file, and what stands in its place.
var fixes = map[string][]string{
	// a lock that is not released, or taken twice
	"cockroach584":   {"if g.closed {\n", "if g.closed {\n\t\t\tg.mu.Unlock()\n"},
	"cockroach6181":  {"[]byte(rdc.String())", "[]byte(rdc.stringLocked())"},
	"cockroach9935":  {"l.exit(err)", "l.mu.Unlock()\n\t\tl.exit(err)\n\t\treturn"},
	"cockroach7504":  {"runtime.Gosched()\n\tdefer s.mu.Unlock()", "s.mu.Unlock()"},
	"cockroach10214": {"defer s.coalescedMu.Unlock()", "s.coalescedMu.Unlock()"},
	"moby36114":      {"defer svm.Unlock()\n\tsvm.", "svm.Unlock()\n\tsvm."},
	"moby7559":       {"continue", "proxy.connTrackLock.Unlock()\n\t\t\treturn"},
	"moby17176": {"return nil", "devices.Unlock()\n\t\treturn nil",
		"make(chan bool)", "make(chan bool, 1)"},
	"moby4951": {"defer devices.Unlock()\n\n\tinfo := devices.lookupDevice(hash)",
		"info := devices.lookupDevice(hash)\n\tdevices.Unlock()",
		"defer info.lock.Unlock()", "defer info.lock.Unlock()\n\tdevices.Lock()\n\tdefer devices.Unlock()"},
	"etcd10492":     {"if le.cp != nil {", "if le.cp != nil {\n\t\tunlock()\n\t\tunlock = func() {}"},
	"etcd6708":      {"defer c.Unlock()\n\n\tc.SetEndpoints()", "c.Unlock()\n\tc.SetEndpoints()"},
	"grpc795":       {"if s.drain {\n\t\ts.mu.Lock()", "if s.drain {\n\t\ts.mu.Unlock()"},
	"hugo3251":      {"l.m[url].Lock()", "um := l.m[url]\n\tl.Unlock()\n\tum.Lock()", "runtime.Gosched()\n\tl.Unlock() // L1", "runtime.Gosched()"},
	"syncthing4829": {"m.notify(nil, removed)", "m.mut.Unlock()\n\t\tm.notify(nil, removed)\n\t\tm.mut.Lock()"},
	"cockroach3710": {"runtime.Gosched()", "s.mu.RUnlock()\n\truntime.Gosched()", "\t}\n\ts.mu.RUnlock()\n}", "\t}\n}"},

	// a lock that is held while waiting for a message
	"kubernetes10182": {"defer s.podStatusesLock.Unlock()\n\ts.pod", "s.podStatusesLock.Unlock()\n\ts.pod"},
	"etcd6873":        {"defer wbs.mu.Unlock()\n\tclose(wbs.updatec)", "close(wbs.updatec)\n\twbs.mu.Unlock()"},
	"grpc1460": {"<-t.awakenKeepalive\n\t\truntime.Gosched()\n\t\tt.mu.Unlock()",
		"t.mu.Unlock()\n\t\t<-t.awakenKeepalive", "make(chan struct{})", "make(chan struct{}, 1)"},
	"kubernetes6632": {"case <-i.conn.closeChan:", "case <-i.conn.closeChan:\n\t\t\tgo func() {\n" +
		"\t\t\t\tfor range resetChan {\n\t\t\t\t}\n\t\t\t}()"},

	// nobody receives any more
	"grpc660":         {"make(chan bool)\n\t\tgo", "make(chan bool, 1)\n\t\tgo"},
	"kubernetes5316":  {"make(chan bool)", "make(chan bool, 1)", "make(chan error)", "make(chan error, 1)"},
	"kubernetes25331": {"wc.cancel() // Removed in fix", "", "make(chan bool)", "make(chan bool, 1)"},
	"kubernetes38669": {"(0, initEvents)", "(3, initEvents)"},
	"moby33781":       {"results := make(chan bool)", "results := make(chan bool, 1)"},
	"cockroach18101": {"readyForImportCh <- (false || i != 0)",
		"select {\n\t\tcase readyForImportCh <- (false || i != 0):\n\t\tcase <-ctx.Done():\n\t\t\treturn\n\t\t}"},
	"cockroach24808": {"c.ch <- struct{}{}\n\tstopper", "select {\n\tcase c.ch <- struct{}{}:\n\tdefault:\n\t}\n\tstopper"},
	"etcd6857": {"n.status <- c\n\treturn <-c", "select {\n\tcase n.status <- c:\n\t\treturn <-c\n\tcase <-n.done:\n" +
		"\t\treturn *new(Status_etcd6857)\n\t}"},

	// nobody sends, closes, cancels or signals
	"cockroach1055":  {"s.StartTask()\n", "if s.StartTask() {\n\t\t\t\t\t\ts.drain.Done()\n\t\t\t\t\t}\n"},
	"cockroach10790": {"<-ch\n", "select {\n\t\t\t\t\tcase <-ch:\n\t\t\t\t\tdefault:\n\t\t\t\t\t}\n"},
	"cockroach13197": {"db.begin(context.Background())", "db.begin(context.Background()).Rollback()"},
	"cockroach13755": {"rs.initContextClose(context.Background())", "rs.initContextClose(context.Background())\n\trs.close(nil)"},
	"cockroach25456": {"for i := 0; i < 2; i++ {\n", "close(stopper.quiescer)\n\t\tfor i := 0; i < 2; i++ {\n"},
	"grpc1424":       {") lbWatcher(doneChan chan bool) {", ") lbWatcher(doneChan chan bool) {\n\tdefer close(doneChan)"},
	"moby25384":      {"group.Wait() // Block here\n\t}", "}\n\tgroup.Wait()"},
	"moby30408":      {"for !p.activated() {", "for !p.activated() && p.activateErr == nil {"},
}

// possibly are those of them whose model may be blocked, with the reason.
var possibly = map[string]bool{
	"Cockroach1055": true, // wait groups made in a loop
	"Cockroach7504": true, // locks made in a loop
	"Etcd10492":     true, // a function value that is assigned again
	"Grpc1460":      true, // the length of a slice
	"Hugo3251":      true, // locks in a map
}

// mended is a folder of the kernels with their mistakes mended.
func mended(t *testing.T) string {
	t.Helper()
	from, _ := kernels(t)
	dir := t.TempDir()
	files := map[string]string{"go.mod": "module kernels\n\ngo 1.24\n", "main.go": ""}
	for name := range fixes {
		files[name+".go"] = ""
	}
	for name, text := range files {
		if text == "" {
			b, err := os.ReadFile(filepath.Join(from, name))
			if err != nil {
				t.Fatal(err)
			}
			text = string(b)
		}
		f := fixes[strings.TrimSuffix(name, ".go")]
		for i := 0; i < len(f); i += 2 {
			if !strings.Contains(text, f[i]) {
				t.Errorf("%s has no %q", name, f[i])
			}
			text = strings.ReplaceAll(text, f[i], f[i+1])
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// The kernels of GoBench with their mistakes mended: nothing is reported of them.
func TestFixed(t *testing.T) {
	ps := open(t, mended(t))
	roots := 0
	for _, name := range ps.Names {
		root := strings.TrimSuffix(strings.TrimPrefix(name, "main."), ".tfg")
		if root == "main" {
			continue
		}
		roots++
		c, p := check(t, ps, name, report.Deadlock)
		if c == nil {
			t.Errorf("%s: nothing in it", root)
			continue
		}
		got := c.Deadlock.Verdict
		if got == report.Violated || got != report.Holds && !possibly[root] {
			t.Errorf("%s is mended, and %s: %s %v", root, got, c.Deadlock.Reason, p.Ledger)
		}
		if got == report.Holds && possibly[root] {
			t.Errorf("%s holds now", root)
		}
	}
	if roots != len(fixes) {
		t.Errorf("%d roots of %d kernels", roots, len(fixes))
	}
}
