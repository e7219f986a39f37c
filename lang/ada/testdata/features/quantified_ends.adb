-- deadlock
--  A quantified expression is not evaluated further than to the first value that decides.
procedure Quantified_Ends is
   protected Gate is
      entry Pass;
      procedure Open;
   private
      Is_Open : Boolean := False;
   end Gate;
   protected body Gate is
      entry Pass when Is_Open is begin null; end Pass;
      procedure Open is begin Is_Open := True; end Open;
   end Gate;
   First : Boolean := [[True||False]];
   function Opened (I : Integer) return Boolean is
   begin
      if I = 1 then
         return First;
      end if;
      Gate.Open;
      return True;
   end Opened;
   task T;
   task body T is
   begin
      Gate.Pass;
   end T;
begin
   if (for all I in 1 .. 2 => Opened (I)) then
      null;
   end if;
end Quantified_Ends;
