module example.com/analyzed

go 1.24
