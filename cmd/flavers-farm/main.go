// Command flavers-farm speaks to farms, for flavers: it is what links NATS, its client and its server.
//
// flavers starts it where --farm is given, for flavers worker and for flavers farm. What is asked comes on standard
// input, and answers go to standard output, as package farm/bridge says. The jobs themselves are done by flavers, in
// processes that this program starts. When standard input ends, whoever asked is gone: it gives back its jobs, and
// ends. An interrupt from the terminal reaches flavers, too, which decides what becomes of it.
//
// Exit status: 0, or 2 if it was not started by flavers.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"flavers/farm/bridge"
	"flavers/internal/printable"
)

func main() {
	os.Exit(run(os.Stdin, os.Stdout, os.Stderr))
}

// run returns the command, and returns its exit status.
func run(in io.Reader, out, log io.Writer) int {
	signal.Ignore(os.Interrupt, syscall.SIGHUP)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	err := bridge.Serve(ctx, in, out, func(ctx context.Context, o *bridge.Opening,
		note func(string)) (bridge.Farm, bridge.Opened, error) {
		return open(ctx, o, log, note)
	})
	if err != nil {
		fmt.Fprintf(log, "flavers-farm: %s\n", printable.Line(err.Error()))
		return 2
	}
	return 0
}
