-- deadlock
procedure Quantified_Calls is
   protected Turn is
      entry Take;
      procedure Give;
   private
      Free : Boolean := True;
   end Turn;
   protected body Turn is
      entry Take when Free is
      begin
         Free := False;
      end Take;
      procedure Give is
      begin
         Free := True;
      end Give;
   end Turn;
   function Taken (I : Integer) return Boolean is
   begin
      Turn.Take;
      [[Turn.Give;||null;]]
      return I > 0;
   end Taken;
   B : Boolean;
begin
   B := (for all I in 1 .. 3 => Taken (I));
end Quantified_Calls;
