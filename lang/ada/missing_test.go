package ada_test

import (
	"strings"
	"testing"

	"flavers/lang/ada"
	"flavers/lang/ada/model"
)

// TestMissingBody: what a call of a protected entry does is not known without its body, which is an error.
func TestMissingBody(t *testing.T) {
	const text = `procedure P is
   protected Buffer is
      entry Put;
   end Buffer;
   BODY
begin
   CALL
end P;
`
	for _, body := range []string{"", "protected body Buffer is end Buffer;"} {
		for _, call := range []string{"Buffer.Put;", "select Buffer.Put; else null; end select;",
			"select Buffer.Put; or delay 1.0; end select;"} {
			src := strings.NewReplacer("BODY", body, "CALL", call).Replace(text)
			_, list := ada.Load([]ada.File{{Name: "p.adb", Text: []byte(src)}}, nil, nil)
			if !list.HasErrors() || list.All[0].Code != model.Undeclared || !list.All[0].Pos.IsValid() {
				t.Errorf("%q: %v, want an error", src, list.All)
			}
		}
	}
	src := strings.NewReplacer("BODY", "protected body Buffer is entry Put when True is begin null; end Put; end Buffer;",
		"CALL", "Buffer.Put;").Replace(text)
	if _, list := ada.Load([]ada.File{{Name: "p.adb", Text: []byte(src)}}, nil, nil); list.HasErrors() {
		t.Error(list.All)
	}
}
