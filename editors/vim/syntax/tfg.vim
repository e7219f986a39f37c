" Programs of FLAVERS. The keywords are those of the language (a test compares them).
if exists("b:current_syntax")
  finish
endif
syntax keyword tfgStatement accept await break call case choose continue else for if in init join loop on or post
syntax keyword tfgStatement return select skip spawn stop terminate then when while
syntax keyword tfgOperation add broadcast cond done once signal waitgroup
syntax keyword tfgOperation acquire assert atomic close event notify notifyall release rlock runlock unlock wait
syntax keyword tfgType actor bool chan const enum entry lock looper proc process program ref rwlock sem shared task var
syntax keyword tfgModifier capacity dynamic fair quorum server
syntax keyword tfgConstant any false self true
syntax keyword tfgFunction max min
syntax match tfgNumber "\<\d\+\>"
syntax match tfgOperator "<-\|\.\.\|&&\|||\|==\|!=\|<=\|>="
syntax match tfgComment "//.*$" contains=@Spell
syntax match tfgDirective "//!.*$"
syntax region tfgComment start="/\*" end="\*/" contains=@Spell
highlight default link tfgStatement Statement
highlight default link tfgOperation Keyword
highlight default link tfgType Type
highlight default link tfgModifier StorageClass
highlight default link tfgConstant Constant
highlight default link tfgFunction Function
highlight default link tfgNumber Number
highlight default link tfgOperator Operator
highlight default link tfgComment Comment
highlight default link tfgDirective PreProc
let b:current_syntax = "tfg"
