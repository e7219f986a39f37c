module example.com/required

go 1.24

require example.com/dep v0.0.0
