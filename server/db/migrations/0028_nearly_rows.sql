-- How many rows they give: taken for a thousand, a middling market read all of its projects to join them.
alter function projects_nearly(text, text) rows 36;
alter function creators_nearly(text, text, text) rows 36;
