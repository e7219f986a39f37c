package report

// Reports of all kinds, for the tests that are outside the package because what they test imports it.
var (
	Mixed, Crowd, Long     = mixed, crowd, long
	FullExplore, SampleRun = fullExplore, sampleRun
	Fill                   = fill
	Looping                = looping
)
