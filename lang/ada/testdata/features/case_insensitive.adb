-- errors
procedure Case_Insensitive is
   Value : Integer range 0 .. 9 := 1;
   task T;
   task body T is
   begin
      VALUE := value + [[1||2]];
      pragma Assert (Value = 2);
   end T;
begin
   null;
end Case_Insensitive;
