-- errors possible
procedure Real_Parameter is
   subtype Part is Float range 0.0 .. 1.0;
   X : Float := 0.5;
   procedure Use_It (P : [[Float||Part]]) is null;
begin
   Use_It (X + X + X);
end Real_Parameter;
