package main

import (
	"context"
	"fmt"
	"os"
	"time"
)

// outOfTotal is why a run was cut off, or not begun, that a longer --total would allow.
const outOfTotal = "total time"

// shortest is the least time that a run is begun with.
const shortest = time.Second

// complete reports whether the engine is only asked what holds: finding a violation needs
// no complete search.
func (e *engine) complete() bool { return e.name == full || e.name == panAll }

// parts is how much of --total a sweep gets, beside others. SPIN's verifier is compiled for
// every size, which takes longer than most runs.
func (e *engine) parts() int {
	if e.name == pan || e.name == panAll {
		return 4
	}
	return 1
}

// partsEach is for all sweeps of a problem.
func partsEach() int {
	n := 0
	for i := range engines {
		if n += engines[i].parts(); !engines[i].complete() {
			n += engines[i].parts()
		}
	}
	return n
}

// share is when the next sweep has to end, zero for never: what is left of --total is
// shared by the sweeps that are left, so what a quick one leaves goes to the later ones.
func (b *bench) share(e *engine) time.Time {
	if b.end.IsZero() {
		return time.Time{}
	}
	part := time.Until(b.end) / time.Duration(max(b.parts, 1)) * time.Duration(e.parts())
	b.parts -= e.parts()
	return time.Now().Add(part)
}

// within is the limit of a run of a sweep that has to end then.
func (b *bench) within(end time.Time) time.Duration {
	if end.IsZero() {
		return b.limit
	}
	return min(b.limit, time.Until(end))
}

// sweep is one engine on growing sizes, until a run is cut off or the next one would
// be, as the last two grew.
func (b *bench) sweep(ctx context.Context, p *problem, e *engine, most int, violated bool) ([]figure, error) {
	end := b.share(e)
	var list []figure
	for _, n := range p.sizes {
		if most > 0 && n > most {
			break
		}
		if k := len(list); k >= 2 && list[k-1].cpu > time.Second {
			if next := list[k-1].cpu.Seconds() * list[k-1].cpu.Seconds() / list[k-2].cpu.Seconds(); next > 2*b.limit.Seconds() {
				return append(list, figure{n: n, cut: "not tried"}), nil
			}
		}
		one := *b
		if one.limit = b.within(end); one.limit < shortest {
			return append(list, figure{n: n, cut: outOfTotal}), nil
		}
		f, err := e.run(&one, ctx, p, n, violated)
		if err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if f.cut == "time" && one.limit < b.limit {
			f.cut = outOfTotal
		}
		fmt.Fprintf(os.Stderr, "  %-16s %-8s %4d  %8.2fs %6d MiB  %12d states  %s\n", e.name,
			map[bool]string{true: "violated"}[violated],
			n, f.cpu.Seconds(), f.memory>>20, f.states, f.cut)
		if list = append(list, f); f.cut != "" {
			break
		}
		if f.violated != violated {
			return nil, fmt.Errorf("%s, %s %d: %s says that violated is %v", p.name, p.size, n, e.name, f.violated)
		}
	}
	return list, nil
}
