-- deadlock possible
procedure Beyond_At_First is
   Count : Integer := 1234;
   protected Gate is
      entry Pass;
      procedure Open;
   private
      Is_Open : Boolean := False;
   end Gate;
   protected body Gate is
      entry Pass when Is_Open is
      begin
         null;
      end Pass;
      procedure Open is
      begin
         Is_Open := True;
      end Open;
   end Gate;
begin
   [[Count := 1;||null;]]
   if Count /= 2 then
      Gate.Open;
   end if;
   Gate.Pass;
end Beyond_At_First;
