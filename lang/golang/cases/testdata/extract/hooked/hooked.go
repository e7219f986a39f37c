// Package hooked sets the hook of another package.
package hooked

import (
	"sync"

	"flavers/lang/golang/cases/testdata/extract/hook"
)

func init() { hook.Set(func(mu *sync.Mutex) { mu.Lock() }) }

// deadlock violated
// ledger
func Call() {
	hook.Before()
}
