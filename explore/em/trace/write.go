package trace

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// WriteTo writes the operations in the numbered form, whatever form they were read
// in; Parse reads them back.
func (t *Trace) WriteTo(w io.Writer) (int64, error) {
	b := bufio.NewWriter(w)
	var n int64
	line := func(format string, args ...any) {
		k, _ := fmt.Fprintf(b, format, args...) // errors come back from Flush
		n += int64(k)
	}
	for i := range t.Ops {
		o := &t.Ops[i]
		line("%d %s", o.Number, o.Word)
		th := t.Threads[o.Thread]
		switch o.Kind {
		case Fork, Join:
			line(" par-tid:%s child-tid:%s", th, t.Threads[o.Arg])
		case Post:
			line(" src:%s msg:%s dest:%s", th, t.Tasks[o.Arg], t.Threads[o.Dest])
		case Call, Return:
			line(" tid:%s msg:%s", th, t.Tasks[o.Arg])
		case Read, Write:
			l := t.Locations[o.Arg]
			line(" tid:%s", th)
			if !l.Static {
				line(" obj:%s", l.Obj)
			}
			if l.Class != "" {
				line(" class:%s", l.Class)
			}
			field := l.Field
			if field == "" {
				field = "0"
			}
			line(" field:%s", field)
		case Lock, Unlock:
			line(" tid:%s lock-obj:%s", th, t.Locks[o.Arg])
		case Notify:
			line(" tid:%s notifiedTid:%s", th, t.Threads[o.Arg])
		default:
			line(" tid:%s", th)
		}
		line("%s\n", o.Rest)
	}
	return n, b.Flush()
}

// WriteDependences writes the dependences in the form of the file dependence.txt;
// Parse reads them back.
func (t *Trace) WriteDependences(w io.Writer) (int64, error) {
	var b strings.Builder
	for _, p := range t.Before {
		fmt.Fprintf(&b, "src:%d dest:%d\n", t.Ops[p[0]].Number, t.Ops[p[1]].Number)
	}
	n, err := io.WriteString(w, b.String())
	return int64(n), err
}
