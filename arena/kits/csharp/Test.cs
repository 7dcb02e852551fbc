using System;
using System.IO;
using Fields = System.Collections.Generic.Dictionary<string, object>;

namespace ArenaBot
{
    /// <summary>Replays recorded messages of the arena to the bot.</summary>
    static class Test
    {
        static void Main()
        {
            var written = new MemoryStream();
            using (var said = File.OpenRead("test/vectors/conversation.msgpack"))
                new Conversation(new MyBot(), said, written).Play();
            written.Position = 0;
            string[] types = { "hello", "ready", "act", "act", "act", "ready" };
            long[] ids = { 0, 0, 1, 1, 2, 0 };
            long[] legal = { 0, 0, 3, 3, 2, 0 };
            for (int i = 0; i < types.Length; i++)
            {
                var answer = (Fields)MessagePack.Read(written);
                Expect((string)answer["type"] == types[i], "answer " + i + " is of type " + answer["type"]);
                if (ids[i] == 0) continue;
                long index = (long)answer["index"];
                Expect((long)answer["id"] == ids[i], "answer " + i + " has the id " + answer["id"]);
                Expect(index >= 0 && index < legal[i], "answer " + i + " has the index " + index);
            }
            Expect(written.Position == written.Length, "more was answered than asked");
            Console.WriteLine("answers each recorded message that asks: ok");
        }

        static void Expect(bool holds, string otherwise)
        {
            if (holds) return;
            Console.Error.WriteLine(otherwise);
            Environment.Exit(1);
        }
    }
}
