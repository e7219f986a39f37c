package ledger

import (
	"fmt"
	"strings"
)

// Contract says of a finding that it needs callers who use an object in a way that its package does nothing for:
// beside a method that ends the use, or after it, or with a method left out that would have let a goroutine go on.
// Whether they may is between the package and its callers.
type Contract struct {
	Object string   `json:"object"` // the type; "" of the functions of a package
	Calls  []string `json:"calls"`  // methods that are called beside the end, or that are left out
	Ends   string   `json:"ends"`   // the method that ends the use
	Left   bool     `json:"left_out,omitempty"`
}

// Says is what callers do, as a clause: "callers call Send while Close runs, or after it".
func (c *Contract) Says() string {
	of := c.Ends
	if c.Left {
		return fmt.Sprintf("callers do not call %s before %s", strings.Join(c.Calls, " or "), of)
	}
	return fmt.Sprintf("callers call %s while %s runs, or after it", strings.Join(c.Calls, " or "), of)
}
