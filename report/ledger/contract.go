package ledger

import (
	"fmt"
	"strings"
)

// Contract is a rule of use that callers break in the execution of a finding. There are two kinds: callers use an
// object while a method runs that ends its use, or after it, or callers leave out a method without which a goroutine
// waits for ever. The package does nothing for such callers, and only its authors can say whether callers have to keep
// the rule.
type Contract struct {
	Object string   `json:"object"`             // name of the type; "" for functions of a package
	Calls  []string `json:"calls"`              // the methods that callers call, or leave out
	Ends   string   `json:"ends"`               // the method that ends the use
	Left   bool     `json:"left_out,omitempty"` // callers do not call Calls before Ends
}

// Says returns what callers do, as a clause: "callers call Send while Close runs, or after it".
func (c *Contract) Says() string {
	of := c.Ends
	if c.Left {
		return fmt.Sprintf("callers do not call %s before %s", strings.Join(c.Calls, " or "), of)
	}
	return fmt.Sprintf("callers call %s while %s runs, or after it", strings.Join(c.Calls, " or "), of)
}
