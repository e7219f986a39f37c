autocmd BufRead,BufNewFile *.tfg setfiletype tfg
autocmd BufRead,BufNewFile *.fsa setfiletype fsa
