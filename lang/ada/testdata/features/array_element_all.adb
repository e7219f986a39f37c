-- deadlock
procedure Array_Element_All is
   protected type Cell is
      entry Get;
      procedure Put;
   private
      Full : Boolean := False;
   end Cell;
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
   type Row is array (1 .. 2) of Cell;
   type Ref is access Row;
   A : constant Ref := new Row;
begin
   A (1).Put;
   A.all ([[1||2]]).Get;
end Array_Element_All;
