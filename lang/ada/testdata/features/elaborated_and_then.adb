-- deadlock possible
with Ada.Numerics.Float_Random; use Ada.Numerics.Float_Random;
procedure Elaborated_And_Then is
   G : Generator;
   X : Integer := 0;
   function Set return Boolean is
   begin
      X := 1;
      return True;
   end Set;
   B : Boolean := Random (G) > 0.5 and then Set;
   protected Gate is
      entry Pass;
   private
      Open : Boolean := X = 1 [[or True||]];
   end Gate;
   protected body Gate is
      entry Pass when Open is
      begin
         null;
      end Pass;
   end Gate;
begin
   Gate.Pass;
end Elaborated_And_Then;
