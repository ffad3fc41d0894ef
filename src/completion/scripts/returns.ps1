# Completion of returns for PowerShell (untested). Put this line into $PROFILE:
#   returns completion powershell | Out-String | Invoke-Expression
# The words come from:  returns completion words powershell INDEX -- WORD...
# (the words of the line without the program; INDEX: which of them the cursor is in, that one up to the cursor). It prints
# which paths to add, then a word and what it means on each line. Without words PowerShell offers files.

Register-ArgumentCompleter -Native -CommandName returns -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $asked = @()
    foreach ($element in ($commandAst.CommandElements | Select-Object -Skip 1)) {
        if ($element.Extent.EndOffset -ge $cursorPosition) { break }
        $value = $element.Extent.Text
        if ($element -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $value = $element.Value }
        $asked += $value
    }
    $typed = $wordToComplete -replace "^['""]", ''
    $index = $asked.Count
    # Windows PowerShell drops empty arguments: the program takes a missing word for an empty one.
    $asked += $typed
    $lines = @(& returns completion words powershell $index '--' @asked 2>$null)
    $lines | Select-Object -Skip 1 | ForEach-Object {
        $word, $meaning = $_ -split "`t", 2
        if (-not $meaning) { $meaning = $word }
        $written = $word
        if ($word -match '[^\w@%+=:,./-]') { $written = "'" + ($word -replace "'", "''") + "'" }
        [System.Management.Automation.CompletionResult]::new($written, $word, 'ParameterValue', $meaning)
    }
}
