-- deadlock
with Ada.Text_IO; use Ada.Text_IO;
procedure Name_Of_Library is
   protected Gate is
      entry Pass;
      procedure Open;
   private
      Is_Open : Boolean := False;
   end Gate;
   protected body Gate is
      entry Pass when Is_Open is
      begin
         Put_Line ("passed");
      end Pass;
      procedure Open is
      begin
         Is_Open := True;
      end Open;
   end Gate;
   procedure Put (N : Integer) is
   begin
      Gate.Open;
   end Put;
begin
   Put ([[3||"three"]]);
   Gate.Pass;
end Name_Of_Library;
