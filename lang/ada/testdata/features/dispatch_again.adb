-- errors
procedure Dispatch_Again is
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

   package A is
      type Node is tagged limited null record;
      procedure Act (N : in out Node);
      procedure Go (N : in out Node);
      function Value (N : Node) return Natural;
   end A;
   package body A is
      procedure Act (N : in out Node) is
      begin
         null;
      end Act;
      procedure Go (N : in out Node) is
      begin
         [[Node'Class (N).Act;||N.Act;]]
      end Go;
      function Value (N : Node) return Natural is (1);
   end A;
   package B is
      type Mid is new A.Node with record
         K : Natural := 0;
      end record;
      overriding procedure Act (N : in out Mid);
      overriding function Value (N : Mid) return Natural;
   end B;
   package body B is
      overriding procedure Act (N : in out Mid) is
      begin
         N.K := N.K + 1;
         Gate.Open;
      end Act;
      overriding function Value (N : Mid) return Natural is (N.K + 2);
   end B;
   package C is
      type Leaf is new B.Mid with null record;
   end C;
   procedure Run (N : in out A.Node'Class) is
   begin
      N.Go;
      pragma Assert (N.Value in 2 .. 3);
   end Run;
   X : C.Leaf;
begin
   Run (X);
   pragma Assert (X.Value = 3);
   Gate.Pass;
end Dispatch_Again;
