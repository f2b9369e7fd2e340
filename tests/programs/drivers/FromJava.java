import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.IDN;
import java.nio.charset.StandardCharsets;

/** Reads names as lines of JSON and writes the host that IDN.toASCII of Java makes of each. */
public class FromJava {
    /** The text of a string of JSON in ASCII, as Python writes it. */
    static String parsed(String line) {
        StringBuilder text = new StringBuilder();
        for (int place = 1; place < line.length() - 1; place++) {
            char letter = line.charAt(place);
            if (letter != '\\') {
                text.append(letter);
            } else if (line.charAt(++place) == 'u') {
                text.append((char) Integer.parseInt(line.substring(place + 1, place + 5), 16));
                place += 4;
            } else {
                int kind = "bfnrt".indexOf(line.charAt(place));
                text.append(kind < 0 ? line.charAt(place) : "\b\f\n\r\t".charAt(kind));
            }
        }
        return text.toString();
    }

    static String written(String kind, String text) {
        StringBuilder row = new StringBuilder("[\"" + kind + "\", \"");
        for (char letter : text.toCharArray()) {
            row.append(letter < ' ' || letter > '~' || letter == '"' || letter == '\\'
                ? String.format("\\u%04x", (int) letter) : String.valueOf(letter));
        }
        return row.append("\"]\n").toString();
    }

    public static void main(String[] arguments) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        StringBuilder rows = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            try {
                rows.append(written("host", IDN.toASCII(parsed(line))));
            } catch (RuntimeException error) {
                rows.append(written("refused", String.valueOf(error.getMessage())));
            }
        }
        new PrintStream(System.out, true, "US-ASCII").print(rows);
    }
}
