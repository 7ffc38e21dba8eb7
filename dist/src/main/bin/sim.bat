@echo off
rem Starts sim. JAVA_HOME names the Java to use, SIM_JAVA_OPTS options for it.
setlocal
set "JAVA=java"
if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java.exe"
set "JAR=%~dp0..\app\sim.jar"
if not exist "%JAR%" set "JAR=%~dp0..\lib\sim.jar"
"%JAVA%" -XX:+UseSerialGC -XX:+UseCondCardMark -Dpicocli.ansi=false -Dsim.progress=false %SIM_JAVA_OPTS% -jar "%JAR%" %*
exit /b %ERRORLEVEL%
