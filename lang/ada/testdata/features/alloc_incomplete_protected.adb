-- deadlock
procedure Alloc_Incomplete_Protected is
   type Cell;
   type Ref is access Cell;
   protected type Cell is
      entry Get;
      procedure Put;
   private
      Full : Boolean := False;
   end Cell;
   Cells : array (1 .. 2) of Ref := (others => new Cell);
   protected body Cell is
      entry Get when Full is
      begin
         Full := False;
      end Get;
      procedure Put is
      begin
         Full := True;
      end Put;
   end Cell;
begin
   Cells (1).Put;
   Cells ([[1||2]]).Get;
end Alloc_Incomplete_Protected;
