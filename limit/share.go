package limit

import (
	"context"
	"time"
)

// Share returns a context for the next of so many parts of some work. It ends with ctx, or when the part has used an
// equal share of the time that ctx has left. The parts that follow share what a part leaves unused. Without a deadline,
// and for the last part, the context ends only with ctx.
func Share(ctx context.Context, parts int) (context.Context, context.CancelFunc) {
	end, limited := ctx.Deadline()
	if !limited || parts <= 1 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(end)/time.Duration(parts))
}
