-- errors
with Ada.Exceptions;
procedure Raise_Exception is
   Bad, Other : exception;
   Reached : Boolean := True;
begin
   begin
      Ada.Exceptions.Raise_Exception (Bad'Identity, "no");
      Reached := False;
   exception
      when [[Bad||Other]] => null;
   end;
   pragma Assert (Reached);
end Raise_Exception;
