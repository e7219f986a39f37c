package limit

import (
	"context"
	"time"
)

// Share is a context for the next of so many parts of some work: it ends with ctx,
// or when it has used an equal share of the time that ctx has left. What a part
// leaves unused is shared by those after it, so that the shares grow. Without a
// deadline, and for the last part, it is ctx.
func Share(ctx context.Context, parts int) (context.Context, context.CancelFunc) {
	end, limited := ctx.Deadline()
	if !limited || parts <= 1 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(end)/time.Duration(parts))
}
