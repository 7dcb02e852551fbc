using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using Fields = System.Collections.Generic.Dictionary<string, object>;

namespace ArenaBot
{
    /// <summary>
    /// One of the protocol's own byte strings, see test/vectors/README.md. Mono comes without JSON, so it is cut
    /// out of its line, and values are compared by their texts.
    /// </summary>
    sealed class Vector
    {
        static readonly Regex Line = new Regex(
            @"^ {""name"": (.*?), ""from"": (.*?), ""(?:hex|parts)"": (.*?), "
            + @"""(?:value|kind)"": (.*), ""(?:canonical|path)""");

        static readonly Regex Part = new Regex(@"""(\w*)""(?:, (\d+))?"); // hex, and how often if not once

        public readonly string Name, From, Expected;
        public readonly byte[] Bytes;

        Vector(string line)
        {
            var texts = Line.Match(line).Groups;
            Name = texts[1].Value.Trim('"');
            From = texts[2].Value.Trim('"');
            Bytes = Part.Matches(texts[3].Value).Cast<Match>().SelectMany(Repeated).ToArray();
            Expected = texts[4].Value;
        }

        public static IEnumerable<Vector> All(string file) =>
            from line in File.ReadLines("test/vectors/" + file)
            where line.StartsWith(" {")
            select new Vector(line);

        static IEnumerable<byte> Repeated(Match part)
        {
            string hex = part.Groups[1].Value, times = part.Groups[2].Value;
            var once = Enumerable.Range(0, hex.Length / 2).Select(i => Convert.ToByte(hex.Substring(2 * i, 2), 16));
            return Enumerable.Repeat(once.ToArray(), times == "" ? 1 : int.Parse(times)).SelectMany(bytes => bytes);
        }

        /// <summary>A value's text in the vectors.</summary>
        public static string Spelled(object value)
        {
            if (value == null) return "null";
            if (value is bool) return (bool)value ? "true" : "false";
            if (value is double) return SpelledDouble((double)value);
            if (value is string text) return '"' + string.Concat(text.Select(SpelledChar)) + '"';
            if (value is List<object> list) return "[" + string.Join(", ", list.Select(Spelled)) + "]";
            if (value is Fields map) return "{" + string.Join(", ", map.Select(SpelledEntry)) + "}";
            return Convert.ToString(value, CultureInfo.InvariantCulture);
        }

        static string SpelledEntry(KeyValuePair<string, object> entry) =>
            Spelled(entry.Key) + ": " + Spelled(entry.Value);

        static string SpelledDouble(double number)
        {
            if (double.IsNaN(number)) return "{\"float\": \"nan\"}";
            if (double.IsInfinity(number)) return number > 0 ? "{\"float\": \"inf\"}" : "{\"float\": \"-inf\"}";
            string sign = BitConverter.DoubleToInt64Bits(number) < 0 ? "-" : ""; // ToString has none for -0.0
            return sign + Math.Abs(number).ToString("0.0##############", CultureInfo.InvariantCulture);
        }

        static string SpelledChar(char letter)
        {
            switch (letter)
            {
                case '\n': return "\\n";
                case '\r': return "\\r";
                case '\t': return "\\t";
                case '"': return "\\\"";
                case '\\': return "\\\\";
            }
            return letter >= ' ' && letter <= '~' ? letter.ToString() : "\\u" + ((int)letter).ToString("x4");
        }
    }
}
