%% Reads names as lines of JSON and writes the host that idna:encode makes of each: `strict` or `uts46`.
main([Kind]) ->
    Options = case Kind of "strict" -> []; "uts46" -> [uts46] end,
    ok = io:setopts([{encoding, latin1}, {binary, true}]),
    answer(Options, file:read_line(standard_io)).

answer(_, eof) -> ok;
answer(Options, {ok, Line}) ->
    Row = try
        Name = unicode:characters_to_list(jiffy:decode(string:trim(Line))),
        [<<"host">>, unicode:characters_to_binary(idna:encode(Name, Options))]
    catch
        _:_ -> [<<"refused">>, <<"">>]
    end,
    ok = file:write(standard_io, [jiffy:encode(Row, [uescape]), $\n]),
    answer(Options, file:read_line(standard_io)).
