-- deadlock
procedure Formal_Operation is
   protected Gate is
      entry Pass;
      procedure Open;
   private
      O : Boolean := False;
   end Gate;
   protected body Gate is
      entry Pass when O is
      begin
         null;
      end Pass;
      procedure Open is
      begin
         O := True;
      end Open;
   end Gate;

   generic
      with procedure Action;
      N : Positive;
   procedure Repeat;
   procedure Repeat is
   begin
      for I in 1 .. N loop
         Action;
      end loop;
   end Repeat;
   procedure Nothing is null;
   procedure R1 is new Repeat (Nothing, 2);
   procedure R2 is new Repeat ([[Gate.Open||Nothing]], 1);
begin
   R1;
   R2;
   Gate.Pass;
end Formal_Operation;
