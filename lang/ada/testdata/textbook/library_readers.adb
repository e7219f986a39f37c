--  Readers and writers after Barnes: writers first, by 'Count.
--! expect no-deadlock
--! expect no-runtime-errors
procedure Library_Readers is

   package Shared is
      procedure Read (X : out Integer);
      procedure Write (X : in Integer);
   end Shared;

   package body Shared is
      Value : Integer := 0;

      protected Control is
         entry Start_Read;
         procedure Stop_Read;
         entry Start_Write;
         procedure Stop_Write;
      private
         Readers : Natural := 0;
         Writers : Boolean := False;
      end Control;

      protected body Control is
         entry Start_Read when not Writers and Start_Write'Count = 0 is
         begin
            Readers := Readers + 1;
         end Start_Read;

         procedure Stop_Read is
         begin
            Readers := Readers - 1;
         end Stop_Read;

         entry Start_Write when not Writers and Readers = 0 is
         begin
            Writers := True;
         end Start_Write;

         procedure Stop_Write is
         begin
            Writers := False;
         end Stop_Write;
      end Control;

      procedure Read (X : out Integer) is
      begin
         Control.Start_Read;
         X := Value;
         Control.Stop_Read;
      end Read;

      procedure Write (X : in Integer) is
      begin
         Control.Start_Write;
         Value := X;
         Control.Stop_Write;
      end Write;
   end Shared;

   task type Reader;
   task Writer;
   Two : array (1 .. 2) of Reader;

   task body Reader is
      X : Integer;
   begin
      Shared.Read (X);
   end Reader;

   task body Writer is
   begin
      Shared.Write (1);
   end Writer;
begin
   null;
end Library_Readers;
