-- errors
procedure Heap_Of_Instance is
   generic
      type Item is private;
   package Boxes is
      type Box is record
         Value : Item;
      end record;
      type Link is access Box;
      procedure Make (X : Item; L : out Link);
   end Boxes;
   package body Boxes is
      procedure Make (X : Item; L : out Link) is
      begin
         L := new Box'(Value => X);
      end Make;
   end Boxes;
   type Pair is record
      A, B : Integer range 0 .. 99;
   end record;
   package Flags is new Boxes (Boolean);
   package Pairs is new Boxes (Pair);
   package Numbers is new Boxes (Integer);
   L : Flags.Link;
   M : Pairs.Link;
   N : Numbers.Link;
begin
   Flags.Make (True, L);
   Numbers.Make (30, N);
   Pairs.Make ((20, 21), M);
   pragma Assert (L.Value and then N.Value = 30 and then M.Value.B = [[21||20]]);
end Heap_Of_Instance;
