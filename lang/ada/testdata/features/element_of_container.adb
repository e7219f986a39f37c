-- deadlock possible
with Ada.Containers.Vectors;
procedure Element_Of_Container is
   package V is new Ada.Containers.Vectors (Positive, Integer);
   L : V.Vector;
   task Sink is
      entry Put;
   end Sink;
   task body Sink is
   begin
      accept Put;
   end Sink;
   task Reader;
   task body Reader is
   begin
      [[L.Append (4)||L.Append (L.First_Element)]];
      Sink.Put;
   end Reader;
begin
   null;
end Element_Of_Container;
