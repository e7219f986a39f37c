-- errors possible
procedure Large_Array is
   Row : array (1 .. 100_000) of Integer;
   protected Sum is
      procedure Add (N : Integer);
      entry Total (N : out Integer);
   private
      Value : Integer := 0;
      Done  : Boolean := False;
   end Sum;
   protected body Sum is
      procedure Add (N : Integer) is
      begin
         Value := N;
         Done := True;
      end Add;
      entry Total (N : out Integer) when Done is
      begin
         N := Value;
      end Total;
   end Sum;
   task T;
   task body T is
   begin
      Row (Row'Last) := 3;
      Sum.Add (Row (100_000));
   end T;
   N : Integer := 0;
begin
   Sum.Total (N);
   pragma Assert ([[N = N||N = 3]]);
end Large_Array;
