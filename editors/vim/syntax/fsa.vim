" Specifications of FLAVERS. The keywords are those of the language (a test compares them).
if exists("b:current_syntax")
  finish
endif
syntax keyword fsaDeclaration constraint invariant property
syntax keyword fsaModifier prefix safety
syntax keyword fsaStatement all arg as call each error events for forall in live ltl none ok on otherwise receiver result return show states
syntax keyword fsaPattern absence after and at before between bounded exactly existence globally least most of precede
syntax keyword fsaPattern precedence precedes reach respond responds response time times to universality until
syntax match fsaNumber "\<\d\+\>"
syntax match fsaOperator "<->\|->\|<>\|\[\]\|&&\|||\|\.\."
syntax region fsaString start=+"+ skip=+\\.+ end=+"+ oneline
syntax match fsaComment "//.*$" contains=@Spell
syntax match fsaDirective "//!.*$"
syntax region fsaComment start="/\*" end="\*/" contains=@Spell
highlight default link fsaDeclaration Type
highlight default link fsaModifier StorageClass
highlight default link fsaStatement Statement
highlight default link fsaPattern Keyword
highlight default link fsaNumber Number
highlight default link fsaOperator Operator
highlight default link fsaString String
highlight default link fsaComment Comment
highlight default link fsaDirective PreProc
let b:current_syntax = "fsa"
