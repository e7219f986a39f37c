-- errors
procedure Short_Circuit is
   Calls : Integer range 0 .. 3 := 0;
   function Look return Boolean is
   begin
      Calls := Calls + 1;
      return True;
   end Look;
   Off : Boolean := False;
   task T;
   task body T is
   begin
      Off := False;
      if Off and[[ then||]] Look then
         null;
      end if;
      pragma Assert (Calls = 0);
   end T;
begin
   null;
end Short_Circuit;
