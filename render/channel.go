package render

// The channel: a strip below the columns in which cables run, each on a track of
// its own, from the foot of one column to that of the other. Shorter cables are
// nearer to the columns, and those to the nearest tasks are outermost at a foot,
// so that of two cables one inside the other they do not cross; those that overlap
// cross once.

import (
	"cmp"
	"math"
	"slices"
)

const (
	maxChannel  = 28   // cables that a channel is for; more are a matrix
	trackHeight = 17.0 // of cables, at least
	stripGap    = 16.0 // above the first cable
)

// stroke returns how thick a line for n edges is.
func stroke(n int) float64 {
	if n == 0 {
		return 0
	}
	return min(8, 1.6+0.75*math.Log2(float64(n)))
}

// thickness returns the height of a cable's lines side by side.
func (c *Cable) thickness() float64 {
	h := 0.0
	for s := range styles {
		if n := c.total(s); n > 0 {
			h += stroke(n) + 1
		}
	}
	return h
}

// numbersWidth returns the width of a cable's numbers.
func (c *Cable) numbersWidth() float64 {
	w := 0.0
	for s := range styles {
		if n := c.total(s); n > 0 {
			w += tagDigit*float64(digits(n)) + tagPad
		}
	}
	return w
}

func digits(n int) int {
	k := 1
	for n >= 10 {
		n /= 10
		k++
	}
	return k
}

// placeCables puts the cables below the columns.
func (p *Placed) placeCables() {
	if len(p.Cables) == 0 {
		return
	}
	one := true // band
	for _, l := range p.Lanes {
		one = one && l.Y == p.Lanes[0].Y
	}
	if one && len(p.Cables) <= maxChannel {
		p.channel()
	} else {
		p.matrix()
	}
}

// channel gives cables their ports and tracks.
func (p *Placed) channel() {
	position := make([]int, len(p.Order))
	for i, c := range p.Order {
		position[c] = i
	}
	span := func(c *Cable) int { return position[c.B] - position[c.A] }
	// At a foot: to the left, nearest first; then to the right, farthest first.
	feet := make([][]int, len(p.Order)) // by column: cables
	for i := range p.Cables {
		feet[p.Cables[i].A] = append(feet[p.Cables[i].A], i)
		feet[p.Cables[i].B] = append(feet[p.Cables[i].B], i)
	}
	for t, foot := range feet {
		other := func(i int) int { // position of the other end
			c := &p.Cables[i]
			return position[c.A] + position[c.B] - position[t]
		}
		slices.SortFunc(foot, func(x, y int) int {
			lx, ly := other(x) < position[t], other(y) < position[t]
			if lx != ly {
				if lx {
					return -1
				}
				return 1
			}
			return cmp.Compare(other(y), other(x)) // nearest first on the left, farthest on the right
		})
		lane := p.Lanes[t]
		gap := 0.0
		for _, i := range foot {
			gap = max(gap, p.Cables[i].thickness()+9)
		}
		gap = min(gap, (lane.W-2*lanePad)/float64(max(1, len(foot))))
		for k, i := range foot {
			x := lane.X + lane.W/2 + (float64(k)-float64(len(foot)-1)/2)*gap
			if c := &p.Cables[i]; c.A == t {
				c.Left = x
			} else {
				c.Right = x
			}
		}
	}
	byLength := make([]int, len(p.Cables))
	for i := range byLength {
		byLength[i] = i
	}
	slices.SortStableFunc(byLength, func(x, y int) int { return span(&p.Cables[x]) - span(&p.Cables[y]) })
	var tracks [][]int // cables
	for _, i := range byLength {
		c := &p.Cables[i]
		k := slices.IndexFunc(tracks, func(track []int) bool {
			return !slices.ContainsFunc(track, func(j int) bool {
				o := &p.Cables[j]
				return o.Left-8 < c.Right && c.Left < o.Right+8
			})
		})
		if k < 0 {
			k = len(tracks)
			tracks = append(tracks, nil)
		}
		tracks[k] = append(tracks[k], i)
	}
	p.Foot = p.Height
	y := p.Height + stripGap
	for _, track := range tracks {
		h := trackHeight
		for _, i := range track {
			h = max(h, p.Cables[i].thickness()+5)
		}
		for _, i := range track {
			p.Cables[i].Y = y + h/2
		}
		y += h
	}
	p.Height = y + 4
	for i := range p.Cables {
		p.numbersAt(&p.Cables[i])
	}
}

// numbersAt puts a cable's numbers where no other cable crosses it, as near to
// its middle as that is possible.
func (p *Placed) numbersAt(c *Cable) {
	half := c.numbersWidth()/2 + 4
	type wall struct{ lo, hi float64 }
	around := func(c *Cable, x float64) wall { return wall{x - c.thickness()/2, x + c.thickness()/2} }
	walls := []wall{around(c, c.Left), around(c, c.Right)}
	for i := range p.Cables {
		o := &p.Cables[i]
		for _, x := range [2]float64{o.Left, o.Right} {
			if o.Y > c.Y && x > c.Left && x < c.Right {
				walls = append(walls, around(o, x))
			}
		}
	}
	slices.SortFunc(walls, func(v, w wall) int { return cmp.Compare(v.lo, w.lo) })
	mid := (c.Left + c.Right) / 2
	best, off := mid, math.Inf(1)
	for i := 1; i < len(walls); i++ {
		lo, hi := walls[i-1].hi+half, walls[i].lo-half
		if lo > hi {
			continue
		}
		if x := min(max(mid, lo), hi); math.Abs(x-mid) < off {
			best, off = x, math.Abs(x-mid)
		}
	}
	c.Label = best
}
